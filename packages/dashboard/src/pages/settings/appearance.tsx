import { useState } from 'react'
import { applyTheme, readTheme, THEMES, type Theme } from '../../shell/theme.ts'
import { Card } from '../../ui/card.tsx'

/** Light, dark, or as the system has it. */
export function Appearance() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  return (
    <Card title="Appearance" padded>
      <div className="row" role="radiogroup" aria-label="Appearance">
        {THEMES.map((each) => (
          <label key={each} className="row s">
            <input
              type="radio"
              name="theme"
              checked={theme === each}
              onChange={() => {
                applyTheme(each)
                setTheme(each)
              }}
            />
            {each}
          </label>
        ))}
      </div>
    </Card>
  )
}
