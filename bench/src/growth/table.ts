import type { Growth } from './growth.ts'

/** A number of bookings or providers, rounded to two digits: 1,000,540 is `1,000,000`. */
export const sizeText = (size: number): string => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(size)) - 1)
  return (Math.round(size / unit) * unit).toLocaleString('en')
}

/** A number of providers in words. */
export const providersText = (count: number): string =>
  count === 1 ? '1 provider' : `${sizeText(count)} providers`

const signed = (value: number): string => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`

/** The exponent with its standard error. */
export const exponentText = ({ exponent, uncertainty }: Growth): string =>
  Number.isFinite(uncertainty)
    ? `${signed(exponent)} ± ${uncertainty.toFixed(3)}`
    : signed(exponent)

/** The growths of one number of providers as a Markdown table: CPU time, and in brackets the median time. */
export function markdownTable(growths: readonly Growth[]): string {
  const sizes = growths[0]?.costs.map(({ bookings }) => sizeText(bookings)) ?? []
  const head = ['ms of CPU (p50 in ms)', ...sizes, 'exponent', '']
  const rows = growths.map((growth) => [
    growth.operation,
    ...growth.costs.map(
      ({ cpuMilliseconds, p50Milliseconds }) =>
        `${cpuMilliseconds.toFixed(2)} (${p50Milliseconds.toFixed(2)})`,
    ),
    exponentText(growth),
    growth.verdict,
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
