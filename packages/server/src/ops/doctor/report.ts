import type { Finding, Severity } from './finding.ts'
import type { Inspection, Progress } from './inspect.ts'
import type { Repaired } from './repair.ts'

/** `1 item`, `12,000 items`: digits in groups, whatever the language of the machine. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1 }

/** The findings with errors first, then by code and key, so that two reports can be compared. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    (a, b) => ORDER[a.severity] - ORDER[b.severity] || (textKey(a) < textKey(b) ? -1 : 1),
  )

const textKey = ({ code, keys }: Finding): string => JSON.stringify([code, keys])

/** The report of an inspection as lines of text. */
export function inspectionText(inspection: Inspection): string {
  const { checked, itemCount, passCount, findings } = inspection
  const kinds = Object.entries(checked)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count.toLocaleString('en-US')}`)
  if (itemCount === 0) return 'The store is empty: nothing was ever written to it.'
  const lines = [
    `Checked ${counted(itemCount, 'item')} in ${counted(passCount, 'pass', 'passes')}.`,
    `  ${kinds.join(', ')}`,
    '',
  ]
  if (findings.length === 0)
    return [...lines, 'Clean: nothing contradicts anything else.'].join('\n')
  const errorCount = findings.filter(({ severity }) => severity === 'error').length
  const total = `${counted(errorCount, 'error')}, ${counted(findings.length - errorCount, 'warning')}`
  return [...lines, `${total}:`, '', ...inOrder(findings).flatMap(findingLines)].join('\n')
}

const findingLines = ({
  severity,
  code,
  repairable,
  keys,
  sentence,
}: Finding): readonly string[] => [
  `${severity.padEnd(7)}  ${code}${repairable ? '  (repairable)' : ''}`,
  ...keys.map(({ PK, SK }) => `         ${PK}  ${SK}`),
  `         ${sentence}`,
  '',
]

/** What a repair did, as a line of text. */
export const repairedText = ({ mended, left }: Repaired): string =>
  `Mended ${counted(mended.length, 'finding')}; left ${counted(left.length, 'finding')}.`

/** How far an inspection is, as a line of text. */
export function progressText({ pass, scan, scanCount, what, count }: Progress): string {
  const part = scanCount === 1 ? '' : `, scan ${scan} of ${scanCount}`
  return `pass ${pass}${part}: ${count.toLocaleString('en-US')} ${what}`
}
