import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseSearch, pickFilters, stringifySearch } from './shell/search.ts'
import { Shell } from './shell/shell.tsx'
import { Failure, Message } from './ui/states.tsx'

// Every page is a file of its own that is loaded when it is opened. Filters are plain parameters of the address.

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <Message title="There is no such page.">Check the address, or go to the overview.</Message>,
  errorComponent: ({ error }) => <Failure error={error} />,
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: pickFilters('from'),
  component: lazyRouteComponent(() => import('./pages/login/login-page.tsx'), 'LoginPage'),
})
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: pickFilters('chart'),
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
})
const url = createRoute({
  getParentRoute: () => shell,
  path: '/url',
  validateSearch: pickFilters('u', 'with', 'policy'),
  component: lazyRouteComponent(() => import('./pages/url/url-page.tsx'), 'UrlPage'),
})
const pages = createRoute({
  getParentRoute: () => shell,
  path: '/pages',
  validateSearch: pickFilters('q', 'host', 'prefix', 'verdict', 'linkType'),
  component: lazyRouteComponent(() => import('./pages/pages/pages-page.tsx'), 'PagesPage'),
})
const reviews = createRoute({
  getParentRoute: () => shell,
  path: '/reviews',
  validateSearch: pickFilters('state', 'kind', 'id'),
  component: lazyRouteComponent(() => import('./pages/reviews/reviews-page.tsx'), 'ReviewsPage'),
})
const links = createRoute({
  getParentRoute: () => shell,
  path: '/links',
  validateSearch: pickFilters('verdict', 'host', 'span', 'view'),
  component: lazyRouteComponent(() => import('./pages/links/links-page.tsx'), 'LinksPage'),
})
const frontier = createRoute({
  getParentRoute: () => shell,
  path: '/frontier',
  validateSearch: pickFilters('state', 'reason', 'reasonClass', 'host', 'q', 'span', 'view'),
  component: lazyRouteComponent(() => import('./pages/frontier/frontier-page.tsx'), 'FrontierPage'),
})
const hosts = createRoute({
  getParentRoute: () => shell,
  path: '/hosts',
  validateSearch: pickFilters('q', 'condition'),
  component: lazyRouteComponent(() => import('./pages/hosts/hosts-page.tsx'), 'HostsPage'),
})
const host = createRoute({
  getParentRoute: () => shell,
  path: '/hosts/$host',
  component: lazyRouteComponent(() => import('./pages/hosts/host-page.tsx'), 'HostPage'),
})
const rules = createRoute({
  getParentRoute: () => shell,
  path: '/rules',
  validateSearch: pickFilters('state'),
  component: lazyRouteComponent(() => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
})
const runs = createRoute({
  getParentRoute: () => shell,
  path: '/runs',
  validateSearch: pickFilters('kind', 'state'),
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
})
const run = createRoute({
  getParentRoute: () => shell,
  path: '/runs/$id',
  component: lazyRouteComponent(() => import('./pages/runs/run-page.tsx'), 'RunPage'),
})
const playground = createRoute({
  getParentRoute: () => shell,
  path: '/playground',
  validateSearch: pickFilters('order', 'rule', 'policy'),
  component: lazyRouteComponent(() => import('./pages/playground/playground-page.tsx'), 'PlaygroundPage'),
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const PAGES = [
  overview,
  url,
  pages,
  reviews,
  links,
  frontier,
  hosts,
  host,
  rules,
  playground,
  runs,
  run,
  settings,
] as const

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(PAGES)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
