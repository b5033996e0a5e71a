import { useMemo, useRef, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { completePolicy } from './complete-policy.ts'
import { replaceField } from './suggest-field.ts'
import { highlightPolicy } from './highlight-policy.ts'
import type { ExampleResult, ReadPolicy } from './read-policy.ts'

interface PolicyEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly state: ReadPolicy | undefined
}

/** The text of a policy, completed from its schema. Tab takes the first offer, Escape hides the offers. */
export function PolicyEditor({ text, onChange, state }: PolicyEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const { word, kind, offered } = completePolicy(caret === null ? '' : text, caret ?? 0)
  const wrongKey = state?.ok === false ? state.path.split('.').at(-1) : undefined
  const tokens = useMemo(() => highlightPolicy(text, wrongKey), [text, wrongKey])
  function complete(chosen: string): void {
    if (caret === null) return
    const inserted = kind === 'field' ? `${chosen}: ` : chosen
    const start = caret - word.length
    onChange(`${text.slice(0, start)}${inserted}${text.slice(caret)}`)
    const next = start + inserted.length
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
      <div className="code">
        <pre aria-hidden="true">
          {tokens.map(({ kind, text: part, isWrong }, index) => (
            // Tokens have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={isWrong === true ? `${kind} wrong` : kind}>
              {part}
            </span>
          ))}
          {'\n'}
        </pre>
        <textarea
          ref={area}
          aria-label="Policy, as YAML or JSON"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setCaret(event.target.selectionStart)
            onChange(event.target.value)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            const [first] = offered
            if (first === undefined) return
            if (event.key === 'Escape') setCaret(null)
            if (event.key !== 'Tab' || event.shiftKey) return
            event.preventDefault()
            complete(first.text)
          }}
        />
      </div>
      {offered.length > 0 && (
        <ul className="offers" aria-label={kind === 'field' ? 'Fields' : 'Values'}>
          {offered.map((offer, index) => (
            <li key={offer.text}>
              <button type="button" className="link mono" onClick={() => complete(offer.text)}>
                {offer.text}
              </button>{' '}
              {index === 0 && <kbd>Tab</kbd>} <span className="faint xs">{offer.description}</span>
            </li>
          ))}
        </ul>
      )}
      {state?.ok === false && (
        <p className="pad s ink-lossy" role="alert">
          {state.path !== '' && !state.message.includes(state.path) && <code>{state.path}: </code>}
          {state.message}
          {state.suggestion !== null && (
            <Suggestion
              field={state.suggestion}
              replaced={replaceField(text, state.path, state.suggestion)}
              onUse={onChange}
            />
          )}
        </p>
      )}
      {state?.ok === true && state.examples.length > 0 && <Examples examples={state.examples} />}
    </section>
  )
}

interface SuggestionProps {
  readonly field: string
  /** The text with the field; null if the place is not clear. */
  readonly replaced: string | null
  readonly onUse: (text: string) => void
}

const Suggestion = ({ field, replaced, onUse }: SuggestionProps) => (
  <>
    {' '}
    Did you mean{' '}
    {replaced === null ? (
      <code>{field}</code>
    ) : (
      <button type="button" className="link mono" onClick={() => onUse(replaced)}>
        {field}
      </button>
    )}
    ?
  </>
)

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

/** The examples of the policy as tests; they open by themselves when one fails. */
function Examples({ examples }: { readonly examples: readonly ExampleResult[] }) {
  const hasFailure = examples.some(({ passes }) => !passes)
  return (
    <details className="examples" open={hasFailure}>
      <summary className="s muted">Examples, run as tests</summary>
      <ul>
        {examples.map(({ input, expected, actual, passes }) => (
          <li key={`${input} ${expected}`}>
            <Chip tone={passes ? 'safe' : 'lossy'}>{passes ? 'passes' : 'fails'}</Chip>
            <span className="s">
              <span className="url">{input}</span> becomes <span className="url">{actual}</span>
              {!passes && (
                <>
                  , not <span className="url">{expected}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
