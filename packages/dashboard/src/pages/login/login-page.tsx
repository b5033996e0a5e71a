import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Mark } from '../../shell/mark.tsx'
import { describeError } from '../../ui/states.tsx'
import './login.css'
import { toOwnPath } from './to-own-path.ts'

/** Exchanges a token for a cookie. Shown where the server wants a token and the browser has none. */
export function LoginPage() {
  const { from } = useSearch({ from: '/login' })
  const [token, setToken] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const login = useMutation({
    mutationFn: () => client.login({ token }),
    onSuccess: async () => {
      queries.clear()
      await navigate({ href: toOwnPath(from, location.origin), replace: true })
    },
  })
  return (
    <main className="login">
      <form
        className="card pad stack"
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate()
        }}
      >
        <h1 className="row">
          <Mark /> Canonist
        </h1>
        <label className="stack">
          <span className="s">Your token</span>
          <input
            className="input mono"
            type="password"
            autoComplete="current-password"
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        {login.isError && (
          <p role="alert" className="s ink-lossy">
            {describeError(login.error).title} {describeError(login.error).text}
          </p>
        )}
        <p className="faint xs">The person who runs this server has it: a line of the file given by --tokens.</p>
        <button className="button primary" type="submit" disabled={login.isPending}>
          Log in
        </button>
      </form>
    </main>
  )
}
