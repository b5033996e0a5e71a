import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { readSample } from './read-sample.ts'

/** The URLs that a policy is tried on, from three sources that add up. */
export interface Sample {
  readonly usesRegistry: boolean
  readonly pasted: string
  readonly file: { readonly name: string; readonly urls: readonly string[] } | null
}

interface SampleCardProps {
  readonly sample: Sample
  readonly onChange: (sample: Sample) => void
  /** How many URLs of the registry there are; undefined until they are here. */
  readonly registered: number | undefined
}

/** Chooses the sample: of the registry, of a file, or pasted. */
export function SampleCard({ sample, onChange, registered }: SampleCardProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { usesRegistry, pasted, file } = sample
  async function readFile(chosen: File): Promise<void> {
    const read = await readSample(chosen)
    setFault(read.ok ? null : read.message)
    if (read.ok) onChange({ ...sample, usesRegistry: false, file: { name: chosen.name, urls: read.urls } })
  }
  return (
    <Card
      title="Sample"
      padded
      actions={
        <label className="button">
          Upload file…
          <input
            className="visually-hidden"
            type="file"
            aria-label="A sample of URLs"
            accept=".txt,.csv,.tsv,.jsonl,.ndjson,text/*"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen !== undefined) void readFile(chosen)
              event.target.value = ''
            }}
          />
        </label>
      }
    >
      <div className="stack sample">
        <label className="row s">
          <input
            type="checkbox"
            checked={usesRegistry}
            onChange={(event) => onChange({ ...sample, usesRegistry: event.target.checked })}
          />
          {registered === undefined
            ? 'URLs of the registry'
            : `${plural(registered, 'URL')} of the registry: a random sample, the same every time`}
        </label>
        {file !== null && (
          <span className="field">
            {file.name} <b>{formatCount(file.urls.length)}</b>
            <button
              type="button"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange({ ...sample, file: null, usesRegistry: true })}
            >
              ×
            </button>
          </span>
        )}
        {fault !== null && (
          <p className="s ink-lossy" role="alert">
            {fault}
          </p>
        )}
        <label className="stack tight">
          <span className="muted s">Your own URLs, one per line:</span>
          <textarea
            className="input mono"
            rows={4}
            spellCheck={false}
            value={pasted}
            onChange={(event) => onChange({ ...sample, pasted: event.target.value })}
          />
        </label>
      </div>
    </Card>
  )
}
