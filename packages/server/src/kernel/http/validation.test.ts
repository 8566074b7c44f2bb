import { z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { validate } from './validation.ts'

const schema = z.strictObject({
  start: z.string({ error: 'must be an instant' }),
  count: z
    .int({ error: 'must be a whole number from 1 to 5' })
    .max(5, { error: 'must be a whole number from 1 to 5' }),
  list: z
    .array(z.strictObject({ day: z.enum(['monday'], { error: 'must be one of monday' }) }))
    .optional(),
})

const errorsOf = (input: unknown, prefix = '') => {
  const checked = validate(schema, input, prefix)
  return checked.ok ? [] : checked.problem.errors
}

test('what is right comes out as the schema makes it', () => {
  expect(validate(schema, { start: 'x', count: 5 }, '')).toEqual({
    ok: true,
    value: { start: 'x', count: 5 },
  })
})

test('each wrong value is told where it is, what would be right and what was sent', () => {
  expect(errorsOf({ start: 7, count: 9, list: [{ day: 'monday' }, { day: 'Mon' }] })).toEqual([
    { pointer: '/start', message: 'must be an instant; got 7' },
    { pointer: '/count', message: 'must be a whole number from 1 to 5; got 9' },
    { pointer: '/list/1/day', message: 'must be one of monday; got "Mon"' },
  ])
})

test('a value that is missing is told as that', () => {
  expect(errorsOf({ count: 1 })).toEqual([
    { pointer: '/start', message: 'is required; must be an instant' },
  ])
})

test('a name that is not known is told by its place, with the characters of a pointer escaped', () => {
  expect(errorsOf({ start: 'x', count: 1, 'a/b~c': true })).toEqual([
    { pointer: '/a~1b~0c', message: '"a/b~c" is not a known name here; must be left out' },
  ])
})

test.each([[null], [[1]], ['text']])('a body %j is told to be no object', (input) => {
  expect(errorsOf(input)).toMatchObject([
    { pointer: '', message: expect.stringContaining('must be an object') },
  ])
  const checked = validate(schema, input, '')
  expect(checked).toMatchObject({
    problem: { detail: expect.stringMatching(/^The body must be an object/) },
  })
})

test('a name that comes twice in a query is told as that', () => {
  expect(errorsOf({ start: ['x', 'y'], count: 1 }, '/query')).toEqual([
    { pointer: '/query/start', message: 'is given more than once; must be given once' },
  ])
})

test('a long value is repeated in part only, and a line end in it as an escape', () => {
  expect(errorsOf({ start: 'x', count: `\n${'9'.repeat(500)}` })).toEqual([
    {
      pointer: '/count',
      message: `must be a whole number from 1 to 5; got "\\n${'9'.repeat(57)}…`,
    },
  ])
})

test('values outside the body are told by where they are', () => {
  expect(errorsOf({ start: 'x', count: 9 }, '/query')).toMatchObject([{ pointer: '/query/count' }])
})

test('one answer names 50 errors at most, and the detail counts all', () => {
  const unknown = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`x${i}`, 1]))
  const checked = validate(schema, { start: 'x', count: 1, ...unknown }, '')
  expect(checked).toMatchObject({
    ok: false,
    problem: {
      detail: '/x0: "x0" is not a known name here; must be left out (and 79 more)',
      errors: { length: 50 },
    },
  })
})
