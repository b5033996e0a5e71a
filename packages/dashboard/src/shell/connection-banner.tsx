import { useConnection } from './use-connection.ts'

/** A banner for as long as the server does not respond. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection === 'lost' && (
        <p className="banner">
          The server does not respond. What you see may be old; it is loaded again when the server is back.
        </p>
      )}
    </div>
  )
}
