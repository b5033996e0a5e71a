import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { client } from '../../data/client.ts'
import { callerQuery, policiesQuery, settingsQuery, statusQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { Appearance } from './appearance.tsx'
import { Retention } from './retention.tsx'
import { Sessions } from './sessions.tsx'
import './settings.css'

/** How the server was started, its policies and tokens, and for how long it keeps things. */
export function SettingsPage() {
  const status = useQuery(statusQuery)
  const { data: caller } = useQuery(callerQuery)
  const isAdmin = caller?.role === 'admin'
  const settings = useQuery({ ...settingsQuery, enabled: isAdmin })
  const policies = useQuery(policiesQuery)
  const navigate = useNavigate()
  const logout = useMutation({ mutationFn: () => client.logout(), onSuccess: () => navigate({ to: '/login' }) })
  return (
    <div className="stack">
      <h1>Settings</h1>
      <Card title="Server" padded>
        <QueryView query={status}>
          {({ version, database, policy }) => (
            <dl className="facts">
              <dt>Version</dt>
              <dd className="mono">{version}</dd>
              <dt>Database</dt>
              <dd className="mono">{database}</dd>
              <dt>Policy</dt>
              <dd>
                {policy.name} <span className="faint mono">{policy.fingerprint}</span>
              </dd>
              {caller !== undefined && (
                <>
                  <dt>Network</dt>
                  <dd>{caller.allowsNetwork ? 'sends requests to other hosts' : 'sends no requests (--no-network)'}</dd>
                  <dt>Writing</dt>
                  <dd>{caller.isReadOnly ? 'off (--read-only or --snapshot)' : 'on'}</dd>
                  <dt>You</dt>
                  <dd>
                    {caller.name} <Chip>{caller.role}</Chip>
                  </dd>
                </>
              )}
            </dl>
          )}
        </QueryView>
      </Card>
      <Appearance />
      <Card
        title="Tokens"
        actions={
          caller !== undefined &&
          (!isAdmin || Boolean(settings.data?.tokens)) && (
            <button className="link" type="button" onClick={() => logout.mutate()}>
              log out
            </button>
          )
        }
      >
        {caller !== undefined && !isAdmin ? (
          <Message title="Only an admin sees the tokens.">Ask the person who runs this server.</Message>
        ) : (
          <QueryView query={settings}>
            {({ tokens }) =>
              tokens === null ? (
                <Message title="No token is needed.">
                  Only this machine can reach the server. Start it with <code>--tokens FILE</code> to give others
                  access.
                </Message>
              ) : (
                <table className="s">
                  <thead>
                    <tr>
                      <th>name</th>
                      <th>role</th>
                    </tr>
                  </thead>
                  <tbody>
                    {tokens.map(({ name, role }) => (
                      <tr key={name}>
                        <td>{name}</td>
                        <td>
                          <Chip>{role}</Chip>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )
            }
          </QueryView>
        )}
      </Card>
      {isAdmin && Boolean(settings.data?.tokens) && <Sessions />}
      <Card title="Policies" actions={<Link to="/playground">try one</Link>}>
        <QueryView query={policies}>
          {({ items }) => (
            <table className="s policies">
              <thead>
                <tr>
                  <th>name</th>
                  <th>for</th>
                  <th>fingerprint</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ name, description, fingerprint }) => (
                  <tr key={name}>
                    <td>
                      <Link to="/playground" search={{ policy: name }}>
                        {name}
                      </Link>{' '}
                      {fingerprint === status.data?.policy.fingerprint && <Chip tone="accent">active</Chip>}
                    </td>
                    <td className="muted">{description}</td>
                    <td className="mono">{fingerprint}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </QueryView>
      </Card>
      <Retention />
    </div>
  )
}
