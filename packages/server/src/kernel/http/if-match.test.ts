import { expect, test } from 'vitest'
import { readIfMatch } from './if-match.ts'

test.each([
  [null, undefined],
  ['*', undefined],
  ['"3"', 3],
  [' "12" ', 12],
  ['3', 3],
  [' 12 ', 12],
])('%j expects version %j', (header, version) => {
  expect(readIfMatch(header)).toEqual({ ok: true, value: version })
})

test.each(['"abc"', '"03"', '"3.0"', '"-1"', '""', 'W/"3"', '"99999999999999999999"'])(
  'the tag %s is not a version and matches no resource',
  (header) => {
    expect(readIfMatch(header)).toEqual({ ok: true, value: 0 })
  },
)

test.each(['', '"3', '3"', 'W/3', '03', '0', '-1', '3.0', 'x', '"1", "2"', '1, 2'])(
  '%j is rejected with a pointer to the header',
  (header) => {
    expect(readIfMatch(header)).toMatchObject({
      ok: false,
      problem: { code: 'validation_failed', errors: [{ pointer: '/header/If-Match' }] },
    })
  },
)
