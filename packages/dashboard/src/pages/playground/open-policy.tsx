import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { policiesQuery, policyQuery } from '../../data/queries.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { writePolicy } from './read-policy.ts'

/** Puts a built-in policy or a file into the editor. The address can name a policy to begin with. */
export function OpenPolicy({ onOpen }: { readonly onOpen: (text: string) => void }) {
  const queries = useQueryClient()
  const { data } = useQuery(policiesQuery)
  const { policy } = useSearch({ from: '/shell/playground' })
  const open = useCallback(
    async (name: string): Promise<void> => {
      try {
        const { spec } = await queries.fetchQuery(policyQuery(name))
        onOpen(await writePolicy({ ...spec, name: `my-${name}` }))
      } catch (error) {
        showToast(describeError(error).title)
      }
    },
    [queries, onOpen],
  )
  useEffect(() => {
    if (policy !== undefined) void open(policy)
  }, [policy, open])
  return (
    <>
      <select
        className="input"
        aria-label="Open a built-in policy"
        value=""
        onChange={(event) => void open(event.target.value)}
      >
        <option value="" disabled>
          Start from…
        </option>
        {data?.items.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <label className="button">
        Open file…
        <input
          className="visually-hidden"
          type="file"
          aria-label="A policy file"
          accept=".yaml,.yml,.json"
          onChange={(event) => {
            void event.target.files?.[0]?.text().then(onOpen)
            event.target.value = ''
          }}
        />
      </label>
    </>
  )
}
