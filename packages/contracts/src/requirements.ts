import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { nameText, oneOf, singleLine, wholeNumber } from './text.ts'

/** How a requirement chooses among its free candidates. */
export const CHOICES = ['balanced', 'priority', 'soonest_idle'] as const

/** The kinds of providers that a requirement can ask for. */
export const REQUIRED_KINDS = ['person', 'room', 'equipment'] as const

const CANDIDATES = 50
const REQUIREMENTS = 5

const CHOICE =
  '`balanced`: who has the least booked time around the start, up to four weeks away; near days count more. `priority`: the first free one in the order of the list. `soonest_idle`: whose last booking before the start ended first.'

const fields = {
  name: nameText().openapi({
    description: 'Names the requirement in `assignments`. Unique within the event type.',
    example: 'doctor',
  }),
  providerIds: z.array(resourceId('provider')),
  specialty: singleLine(100),
  kind: oneOf(REQUIRED_KINDS),
  count: z.union([wholeNumber(1, CANDIDATES, 'providers'), z.literal('all')]),
}

/** Whom or what a booking takes, as input. */
const RequirementInput = z
  .strictObject({
    name: fields.name,
    providerIds: fields.providerIds
      .min(1, { error: 'must name at least one provider' })
      .max(CANDIDATES, { error: `must name at most ${CANDIDATES} providers` })
      .optional()
      .openapi({ description: 'The candidates, in order of priority.' }),
    specialty: fields.specialty.optional().openapi({
      description: 'The candidates are the active providers of this specialty.',
      example: 'dentist',
    }),
    kind: fields.kind
      .optional()
      .openapi({ description: 'The candidates are the active providers of this kind.' }),
    count: fields.count.openapi({
      description: 'How many of the candidates a booking takes.',
      example: 1,
    }),
    choice: oneOf(CHOICES)
      .optional()
      .openapi({ description: `${CHOICE} Default: \`balanced\`.` }),
    bookerMayChoose: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description: 'Whether bookers may choose one of the candidates. Default: false.',
    }),
  })
  .refine(
    ({ providerIds, specialty, kind }) =>
      [providerIds, specialty, kind].filter((each) => each !== undefined).length === 1,
    { error: 'send exactly one of `providerIds`, `specialty` and `kind`', path: ['providerIds'] },
  )
  .openapi('RequirementInput', { description: 'Whom or what a booking takes.' })

/** The requirements of an event type, as input. */
export const requirementsInput = () =>
  z
    .array(RequirementInput)
    .min(1, { error: 'must have at least one requirement' })
    .max(REQUIREMENTS, { error: `must have at most ${REQUIREMENTS} requirements` })

/** Whom or what a booking takes. */
export const Requirement = z
  .object({
    name: fields.name,
    providerIds: fields.providerIds
      .nullable()
      .openapi({ description: 'The candidates, in order of priority.' }),
    specialty: z.string().nullable().openapi({
      description: 'The candidates are the active providers of this specialty.',
      example: 'dentist',
    }),
    kind: z
      .enum(REQUIRED_KINDS)
      .nullable()
      .openapi({ description: 'The candidates are the active providers of this kind.' }),
    count: z
      .union([z.int(), z.literal('all')])
      .openapi({ description: 'How many of the candidates a booking takes.', example: 1 }),
    choice: z.enum(CHOICES).openapi({ description: CHOICE }),
    bookerMayChoose: z
      .boolean()
      .openapi({ description: 'Whether bookers may choose one of the candidates.' }),
  })
  .openapi('Requirement', {
    description:
      'Whom or what a booking takes. One of `providerIds`, `specialty` and `kind` is set.',
  })
