import { useRef, useState } from 'react'
import schema from '@canonist/core/policy.schema.json'
import { Chip } from '../../ui/chip.tsx'
import type { ReadPolicy } from './read-policy.ts'

interface PolicyEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly state: ReadPolicy | undefined
}

interface Field {
  readonly name: string
  readonly description: string
}

const FIELDS: readonly Field[] = Object.entries(
  schema.properties as Readonly<Record<string, { readonly description?: string }>>,
).map(([name, { description = '' }]) => ({ name, description }))

/** The text of a policy with completion of its fields: a line that begins a word offers those that begin alike. */
export function PolicyEditor({ text, onChange, state }: PolicyEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const word = /(?:^|\n)(\w+)$/.exec(text.slice(0, caret))?.[1] ?? ''
  const offered = word === '' ? [] : FIELDS.filter(({ name }) => name.startsWith(word) && name !== word).slice(0, 5)
  function complete(name: string): void {
    const start = caret - word.length
    onChange(`${text.slice(0, start)}${name}: ${text.slice(caret)}`)
    const next = start + name.length + 2
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next, next)
      setCaret(next)
    })
  }
  return (
    <section className="card editor">
      <header>
        <h2>Policy</h2>
        <span className="end">
          <State state={state} />
        </span>
      </header>
      <textarea
        ref={area}
        aria-label="Policy, as YAML or JSON"
        spellCheck={false}
        rows={20}
        value={text}
        onChange={(event) => {
          setCaret(event.target.selectionStart)
          onChange(event.target.value)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={(event) => {
          const [first] = offered
          if (event.key !== 'Tab' || event.shiftKey || first === undefined) return
          event.preventDefault()
          complete(first.name)
        }}
      />
      {offered.length > 0 && (
        <ul className="offers" aria-label="Fields">
          {offered.map(({ name, description }, index) => (
            <li key={name}>
              <button type="button" className="link mono" onClick={() => complete(name)}>
                {name}
              </button>{' '}
              {index === 0 && <kbd>Tab</kbd>} <span className="faint xs">{description}</span>
            </li>
          ))}
        </ul>
      )}
      {state?.ok === false && (
        <p className="pad s ink-lossy" role="alert">
          {state.path !== '' && <code>{state.path}</code>} {state.message}
        </p>
      )}
      {state?.ok === true &&
        state.examples
          .filter(({ passes }) => !passes)
          .map(({ input, expected, actual }) => (
            <p className="pad s ink-lossy" key={input}>
              <span className="url">{input}</span> becomes <span className="url">{actual}</span>, not{' '}
              <span className="url">{expected}</span>.
            </p>
          ))}
    </section>
  )
}

function State({ state }: { readonly state: ReadPolicy | undefined }) {
  if (state === undefined) return null
  if (!state.ok) return <Chip tone="lossy">not valid</Chip>
  const passing = state.examples.filter(({ passes }) => passes).length
  if (state.examples.length === 0) return <Chip tone="safe">valid</Chip>
  return (
    <Chip tone={passing === state.examples.length ? 'safe' : 'lossy'}>
      {passing} of {state.examples.length} examples pass
    </Chip>
  )
}
