import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { emailText, nameText, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const PHONE_ERROR = 'must be a phone number in the form of E.164, such as +41443334455'

const contactName = () =>
  nameText().openapi({ description: 'The full name.', example: 'Grace Hopper' })

const contactPhone = () =>
  singleLine(40).openapi({
    description:
      'The phone number. Without a country code, it is one of the `country` of the account. Stored in the form of E.164.',
    example: '+41443334455',
  })

const contactEmail = () =>
  emailText().describe('The email address. It belongs to one contact. Stored in lowercase.')

/** The most tags of a person, and of one entry of `access`. */
export const MOST_TAGS = 20

/** A tag of a contact. */
export const contactTag = () =>
  singleLine(40).openapi({ description: 'A tag. Upper case does not count.', example: 'member' })

const isEachOnce = (tags: readonly string[]): boolean =>
  new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length

/** Tags, each once. */
export const contactTags = () =>
  z
    .array(contactTag())
    .max(MOST_TAGS)
    .refine(isEachOnce, { error: 'must have each tag once; upper case does not count' })

const tagsOfContact = () =>
  contactTags().openapi({
    description: 'The kinds of customer that the person is. At most 20.',
    example: ['member'],
  })

const barred = () =>
  z.strictObject({
    reason: singleLine(500).openapi({
      description: 'Why. Only your team sees it.',
      example: 'Did not come three times.',
    }),
  })

/** `POST /v1/contacts`. */
export const ContactCreate = z
  .strictObject({
    name: contactName(),
    email: contactEmail().optional(),
    phone: contactPhone().optional(),
    tags: tagsOfContact().optional(),
    barred: barred().optional().describe('Bars the person from booking. Default: not barred.'),
  })
  .openapi('ContactCreate', { description: 'A person to add to the contacts.' })

/** `PATCH /v1/contacts/{id}`: omitted fields keep their values. */
export const ContactPatch = z
  .strictObject({
    name: contactName().optional(),
    email: contactEmail().nullable().optional().describe('The email address. Null removes it.'),
    phone: contactPhone().nullable().optional(),
    tags: tagsOfContact().optional().describe('Replaces all tags of the person.'),
    barred: barred()
      .nullable()
      .optional()
      .describe('Bars the person from booking. Null lets them book again.'),
  })
  .openapi('ContactPatch', {
    description: 'Changes to a contact. Omitted fields keep their values.',
  })

/** `POST /v1/contacts/{id}/merge`. */
export const ContactMerge = z
  .strictObject({
    into: resourceId('contact').describe(
      'The contact that stands for both from now on. It keeps its name and email address, and its phone number if it has one.',
    ),
  })
  .openapi('ContactMerge', { description: 'The contact to merge into.' })

const MergedContact = z
  .object({
    id: resourceId('contact'),
    name: z.string().openapi({ description: 'The name at the merge.', example: 'Grace Hopper' }),
    email: z.string().nullable().openapi({
      description: 'The email address. It finds the person, too. Null: none.',
      example: 'grace@example.com',
    }),
    phone: z.string().nullable().openapi({
      description: 'The phone number, in the form of E.164. Null: none.',
      example: '+41443334455',
    }),
    mergedAt: instantAnswer().describe(
      'The time of the merge. It can be undone for 30 days, unless bookings are made with an address of this contact.',
    ),
  })
  .openapi('MergedContact', { description: 'A contact that was merged into another.' })

/** A person of an account. */
export const Contact = z
  .object({
    id: resourceId('contact'),
    email: z.string().nullable().openapi({
      description: 'The email address, in lowercase. Null for a person without one.',
      example: 'grace@example.com',
    }),
    phone: z.string().nullable().openapi({
      description:
        'The phone number, in the form of E.164. Several contacts may have the same one.',
      example: '+41443334455',
    }),
    name: z.string().openapi({
      description:
        'The name, as the account wrote it or as it is in the latest confirmed booking that the account made or whose booker confirmed the email address.',
      example: 'Grace Hopper',
    }),
    tags: z.array(z.string()).openapi({
      description: 'The kinds of customer that the person is, as the account wrote them.',
      example: ['member'],
    }),
    barred: z
      .object({
        reason: z.string().openapi({
          description: 'Why. Only your team sees it.',
          example: 'Did not come three times.',
        }),
        since: instantAnswer().describe('The time from which the person is barred.'),
      })
      .nullable()
      .openapi({ description: 'Whether the person may not book. Null: they may.', example: null }),
    bookerId: z.string().nullable().openapi({
      description: 'Your own identifier for the booker, as last sent in `booker.id`.',
    }),
    bookingCount: z
      .int()
      .openapi({ description: 'Number of bookings that were confirmed.', example: 1 }),
    noShowCount: z.int().openapi({
      description:
        'Number of bookings to which the person did not come, at most 100. Bookings of a stranger who only typed the address do not count, and neither do no-shows that were corrected.',
      example: 0,
    }),
    lastBookingId: resourceId('booking').nullable().openapi({
      description: 'The latest confirmed booking. Null for a person without one.',
    }),
    mergedInto: resourceId('contact').nullable().openapi({
      description: 'The contact into which this one was merged. Null: none.',
      example: null,
    }),
    merged: z.array(MergedContact).openapi({
      description: 'The contacts that were merged into this one.',
      example: [],
    }),
    erasing: z.boolean().openapi({
      description:
        'True from the request to erase the person until everything is erased. Then the contact is gone.',
      example: false,
    }),
    ...resourceFields,
  })
  .openapi('Contact', {
    description:
      'A person of the account. An email address belongs to one contact; a phone number may belong to several.',
  })

/** `GET /v1/contacts`. */
export const ContactListQuery = z.strictObject({
  email: emailText().optional().describe('Only the contact with this address.'),
  phone: z
    .string()
    .regex(/^\+[1-9][0-9]{3,14}$/, { error: PHONE_ERROR })
    .optional()
    .describe('Only contacts with this phone number, in the form of E.164.'),
  ...pageQuery,
})

/** `GET /v1/contacts`. */
export const ContactList = listOf(Contact, 'ContactList')

export type Contact = z.infer<typeof Contact>
export type ContactCreate = z.infer<typeof ContactCreate>
export type ContactMerge = z.infer<typeof ContactMerge>
export type ContactPatch = z.infer<typeof ContactPatch>
export type ContactListQuery = z.infer<typeof ContactListQuery>
