/** `canonist/hosts`: when each host may get its next request, shared by every process on a database. */
export { openHosts, type Hosts, type OpenHostsOptions } from './hosts/hosts.ts'
export type { PauseOptions } from './hosts/change-host.ts'
export type { HostDetails, HostListPart, HostRobots, HostSummary, HostListOptions } from './hosts/list-hosts.ts'
export type { HostRest } from './hosts/pace.ts'
export type { HostOptions } from './hosts/settings.ts'
export type {
  HostPause,
  PoliteHosts,
  Turn,
  TurnOptions,
  TurnWork,
} from '@canonist/web/internal/net/politeness/polite-hosts'
export type { RobotsFile, RobotsStore } from '@canonist/web/internal/net/robots/robots-store'
