import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { emailText } from './text.ts'

/** A person with a confirmed booking, identified by email address. */
export const Contact = z
  .object({
    id: resourceId('contact'),
    email: z
      .string()
      .openapi({ description: 'The email address, in lowercase.', example: 'grace@example.com' }),
    name: z.string().openapi({
      description: 'The name in the latest confirmed booking.',
      example: 'Grace Hopper',
    }),
    bookerId: z.string().nullable().openapi({
      description: 'Your own identifier for the booker, as last sent in `booker.id`.',
    }),
    bookingCount: z
      .int()
      .openapi({ description: 'Number of bookings that were confirmed.', example: 1 }),
    lastBookingId: resourceId('booking').nullable().openapi({
      description:
        'The latest confirmed booking. Null for a person without one, who is being erased.',
    }),
    erasing: z.boolean().openapi({
      description:
        'True from the request to erase the person until everything is erased. Then the contact is gone.',
      example: false,
    }),
    ...resourceFields,
  })
  .openapi('Contact', {
    description: 'A person with a confirmed booking, identified by email address.',
  })

/** `GET /v1/contacts`. */
export const ContactListQuery = z.strictObject({
  email: emailText().optional().describe('Only the contact with this address.'),
  ...pageQuery,
})

/** `GET /v1/contacts`. */
export const ContactList = listOf(Contact, 'ContactList')

export type Contact = z.infer<typeof Contact>
export type ContactListQuery = z.infer<typeof ContactListQuery>
