import type { Finding, Severity } from '../../kernel/doctor/finding.ts'
import type { Inspection, Progress } from './inspect.ts'
import type { Repaired } from './repair.ts'

/** Formats a count: `1 item`, `12,000 items`. The machine's language does not matter. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1 }

/** Sorts findings: errors first, then by code and keys, so that two reports can be compared. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    (a, b) => ORDER[a.severity] - ORDER[b.severity] || (textKey(a) < textKey(b) ? -1 : 1),
  )

const textKey = ({ code, keys }: Finding): string => JSON.stringify([code, keys])

/** Formats an inspection as lines of text. */
export function inspectionText(inspection: Inspection): string {
  const { checked, itemCount, passCount, findings } = inspection
  const kinds = Object.entries(checked)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count.toLocaleString('en-US')}`)
  if (itemCount === 0) return 'The store is empty.'
  const lines = [
    `Checked ${counted(itemCount, 'item')} in ${counted(passCount, 'pass', 'passes')}.`,
    `  ${kinds.join(', ')}`,
    '',
  ]
  if (findings.length === 0) return [...lines, 'No problems found.'].join('\n')
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

/** Formats the result of a repair as a line of text. */
export const repairedText = ({ repaired, left }: Repaired): string =>
  `Repaired ${counted(repaired.length, 'finding')}; ${counted(left.length, 'finding')} left.`

/** Formats the progress of an inspection as a line of text. */
export function progressText({ pass, scan, scanCount, what, count }: Progress): string {
  const part = scanCount === 1 ? '' : `, scan ${scan} of ${scanCount}`
  return `pass ${pass}${part}: ${count.toLocaleString('en-US')} ${what}`
}
