import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The colours are all that differs in the dark. */
const RUNS = {
  light: "axe.run({ resultTypes: ['violations'] })",
  dark: "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast'] })",
} as const

/** What axe finds on a page as it is now, in light and in dark: rule, and the first place. */
export async function findSeriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const findings: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<AxeResults>(RUNS[colorScheme])
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical') findings.push(`${colorScheme}, ${id}: ${nodes[0]?.html}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return findings
}
