import { expect, test } from 'vitest'
import { reportOn, type TzSources } from './report.ts'

const CURRENT: TzSources = {
  table: '2026f',
  isGenerated: true,
  installed: '2026f',
  system: '2025b',
  runtime: '2026c',
  packages: undefined,
}

test('a table as new as every known release is reported as current, and names the sources', () => {
  expect(reportOn(CURRENT)).toEqual({
    isOld: false,
    lines: [
      'The table has 2026f.',
      'moment-timezone, as installed, has 2026f.',
      'This system has 2025b.',
      'Node has 2026c, which Holdfast does not use.',
      'The npm registry was not asked; --registry asks it.',
      'No newer release is known.',
    ],
  })
})

test.each<[string, Partial<TzSources>, string]>([
  ['the package', { installed: '2027a' }, 'The table is not that of the package'],
  ['the system', { system: '2027a' }, 'This system is newer'],
  ['Node', { runtime: '2026g' }, 'Node is newer'],
  [
    'the registry',
    { packages: { installed: '0.6.6', newest: '0.6.7' } },
    'There is another package',
  ],
  ['an edit by hand', { isGenerated: false }, 'The table was edited by hand'],
])('a table that is behind %s is reported as old', (_source, change, text) => {
  const { isOld, lines } = reportOn({ ...CURRENT, ...change })
  expect(isOld).toBe(true)
  expect(lines.at(-1)).toContain(text)
})

test('a source that is absent or does not answer is named, and is no reason to act', () => {
  const { isOld, lines } = reportOn({
    ...CURRENT,
    system: undefined,
    runtime: undefined,
    packages: { installed: '0.6.6', newest: undefined },
  })
  expect(isOld).toBe(false)
  expect(lines).toEqual([
    'The table has 2026f.',
    'moment-timezone, as installed, has 2026f.',
    'This system has no tzdata.zi, so its release is unknown.',
    'The npm registry did not answer, so a newer package may exist.',
    'No newer release is known.',
  ])
})
