import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEdits, copySources, type Edit, filesWithErrors, run } from './copy-sources.ts'

const FIELDS = 'packages/engine/src/bookings/booking-fields.ts'

/** The member alone, as somebody begins. */
const MEMBER: readonly Edit[] = [
  {
    path: FIELDS,
    before: '  readonly location?: BookingLocation',
    add: '  /** The cost centre that pays. */\n  readonly costCentre?: string\n',
  },
]

/** The other lines that a field needs, as the guide in `CONTRIBUTING.md` says. */
const FIELD: readonly Edit[] = [
  { path: FIELDS, before: "  location: 'booker',", add: "  costCentre: 'account',\n" },
  {
    path: 'packages/server/src/kernel/booking-fields/booking-fields.ts',
    before: '  bookerRules: {',
    add: `  costCentre: {
    stored: exactOptional(z.string()),
    shown: { costCentre: { show: (of) => of.costCentre ?? null, unused: null, isForAccount: true } },
    isPersonal: true,
  },
`,
  },
  {
    path: 'packages/contracts/src/bookings.ts',
    before: '    tzdbVersion: z.string().openapi({',
    add: "    costCentre: z.string().nullable().describe('The cost centre that pays. Null if unknown.'),\n",
  },
  {
    path: 'packages/contracts/src/booking-inputs.ts',
    before: '    metadata: metadataInput().optional(),',
    add: "    costCentre: singleLine(40).optional().describe('The cost centre that pays.'),\n",
  },
  {
    path: 'packages/contracts/src/booking-inputs.ts',
    before: '    metadata: metadataPatch().optional(),',
    add: "    costCentre: singleLine(40).nullable().optional().describe('The cost centre that pays.'),\n",
  },
]

/** What the guide says must be written or generated besides: the client, the page of events, privacy, the changelog. */
const FURTHER_FILES = 4

/** What a booking goes through, and not all of the server. */
const FILES = [
  'packages/server/src/booking/http/booking-routes.ts',
  'packages/server/src/delivery/events/event-person.ts',
]

let copy = ''
beforeAll(() => {
  copy = copySources()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a new field of a booking needs eight files, and is stored, shown, sent in events, exported and erased', async () => {
  applyEdits(copy, MEMBER)
  expect(await filesWithErrors(copy, FILES)).toEqual([
    'packages/engine/src/bookings/booking-fields.ts',
    'packages/server/src/kernel/booking-fields/booking-fields.ts',
  ])
  applyEdits(copy, FIELD)
  expect(await filesWithErrors(copy, FILES)).toEqual([])
  const edited = new Set([...MEMBER, ...FIELD].map(({ path }) => path))
  expect(edited.size + FURTHER_FILES).toBe(8)
  const { stdout } = await run(
    process.execPath,
    ['packages/server/tests/bookings/life-of-field.ts'],
    {
      cwd: copy,
    },
  )
  expect(JSON.parse(stdout)).toEqual({
    stored: 'A-17',
    shown: 'A-17',
    inEvent: 'A-17',
    exported: 'A-17',
    keptByOtherChange: 'A-17',
    erasedItem: 'absent',
    erasedEvent: null,
  })
}, 240_000)
