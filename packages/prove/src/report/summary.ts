import type { Operation } from '../checker/operation.ts'
import type { RunReport, Violation } from '../run/run-report.ts'

const MAX_SHOWN = 5

/** The result of a run as text. */
export function summaryOf(report: RunReport): string {
  const { counts, violations, faults, disturbances, attempts, eventCount, seconds, folder } = report
  const { deliveredCount, paymentCount } = report
  const { firstViolationSeconds, slowest, wasInterrupted } = report
  const byName = Object.entries(Object.groupBy(faults, ({ name }) => name))
    .map(([name, list]) => `${name} ${list?.length ?? 0}`)
    .concat([...disturbances].map(([name, count]) => `${name} ${count}`))
  return [
    '',
    ...(wasInterrupted ? ['The run was ended early. What it did until then was checked.'] : []),
    `${counts.operations} operations in ${seconds.toFixed(0)} s; ${attempts.unanswered} requests got no answer, ${counts.unknown} operations no outcome`,
    `slowest: an operation of ${(slowest.operationMilliseconds / 1000).toFixed(1)} s, a check of ${(slowest.checkMilliseconds / 1000).toFixed(1)} s`,
    `faults: ${byName.join(', ') || 'none'}`,
    `${counts.cells} histories checked (${counts.undecided} undecided), ${eventCount} events in the log, ${deliveredCount} of them delivered, ${paymentCount} payments`,
    ...violations.slice(0, MAX_SHOWN).map(violationText),
    counts.violations === 0
      ? 'no violations'
      : `${counts.violations} violations, the first after ${firstViolationSeconds?.toFixed(0)} s`,
    `The record of the run is in ${folder}.`,
  ].join('\n')
}

/** A violation as text, with the end of its history. */
export function violationText({ kind, shape, text, explained, stuck }: Violation): string {
  const lines = [`VIOLATION (${kind}${shape ? `, ${shape}` : ''}): ${text}`]
  if (explained && stuck) {
    lines.push('  in this order, all is right:', ...explained.slice(-12).map(lineOf))
    lines.push('  but then none of these can be:', ...stuck.map(lineOf))
  }
  return lines.join('\n')
}

/** An operation as a line. */
export function lineOf({ id, client, action, outcome, invokedAt, returnedAt }: Operation): string {
  const { kind, ...asked } = action
  const wanted = JSON.stringify(asked).slice(0, 160)
  const told =
    outcome.kind === 'done' ? JSON.stringify(outcome.bookings).slice(0, 240) : outcome.kind
  return `    ${id} client ${client} ${kind} ${wanted} [${invokedAt}, ${returnedAt}] → ${told}`
}
