import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEdits, copySources, type Edit, filesWithErrors, run } from './copy-sources.ts'

const CONTRACT = 'packages/contracts/src/questions.ts'
const STORED = 'packages/server/src/booking/questions/question.ts'
const READ = 'packages/server/src/booking/questions/answer-value.ts'

/** A kind whose answers are texts: a time of day. */
const IN_CONTRACT: readonly Edit[] = [
  { path: CONTRACT, before: "  'url',\n] as const", add: "  'time',\n" },
]
const IN_STORE: readonly Edit[] = [
  { path: STORED, before: "  'url',\n] as const", add: "  'time',\n" },
]
const READING: readonly Edit[] = [
  {
    path: READ,
    before: "    case 'url':\n",
    add: `    case 'time':
      return text !== undefined && /^([01]\\d|2[0-3]):[0-5]\\d$/.test(text)
        ? answer(text)
        : wrong('Send a time of day as HH:MM, such as 09:30.')
`,
  },
]

/** The label in the dashboard in two languages, and the input and the check on the booking page. */
const PAGE_FILES = 3
/** What the guide says must be written or generated besides: the client, the page of questions, the changelog. */
const FURTHER_FILES = 3

/** From the body of an event type to the answer of a booking. */
const FILES = ['packages/server/src/booking/http/event-type-routes.ts', READ]

let copy = ''
beforeAll(() => {
  copy = copySources()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a new kind of question needs nine files, and the types name each place on the server that was forgotten', async () => {
  applyEdits(copy, IN_CONTRACT)
  expect(await filesWithErrors(copy, FILES)).toEqual([
    'packages/server/src/booking/http/event-type-routes.ts',
  ])
  applyEdits(copy, IN_STORE)
  expect(await filesWithErrors(copy, FILES)).toEqual([READ])
  applyEdits(copy, READING)
  expect(await filesWithErrors(copy, FILES)).toEqual([])
  const edited = new Set([...IN_CONTRACT, ...IN_STORE, ...READING].map(({ path }) => path))
  expect(edited.size + PAGE_FILES + FURTHER_FILES).toBe(9)
  const script = `
    import { readAnswer } from './${READ}'
    const question = { id: 'at', label: 'When?', kind: 'time' }
    const read = (given) => readAnswer(question, given, async () => undefined)
    console.log(JSON.stringify([await read(' 09:30 '), await read('25:00')]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: copy,
  })
  expect(JSON.parse(stdout)).toEqual([
    { kind: 'answer', value: '09:30' },
    { kind: 'wrong', expected: 'Send a time of day as HH:MM, such as 09:30.' },
  ])
}, 240_000)
