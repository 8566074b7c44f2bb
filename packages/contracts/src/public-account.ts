import { z } from '@hono/zod-openapi'
import { ACCOUNT_LOCALES, BOOKER_CONTACTS, Brand } from './account.ts'
import { orNull } from './or-null.ts'
import { slugText } from './text.ts'

/** Names the account in public calls. */
export const accountSlug = () =>
  slugText().optional().openapi({
    description:
      'The slug of the account whose provider, calendar or directory is meant. Required for accounts whose links begin with `/a/`. Default: the links without an account.',
    example: 'lakeside-practice',
  })

/** What public answers tell about the account. */
export const PublicAccount = z
  .object({
    name: z.string().nullable().openapi({
      description:
        'The name of the brand, else that of the account. Null if neither was chosen for the public.',
      example: 'Lakeside',
    }),
    slug: z.string().nullable().openapi({
      description: 'Identifies the account in public links. Null if it has none.',
      example: 'lakeside-practice',
    }),
    brand: orNull(Brand, 'The brand that public pages show. Null if there is none.'),
    locale: z.enum(ACCOUNT_LOCALES).nullable().openapi({
      description: 'The language of public pages. Null: the language of the browser.',
      example: 'de',
    }),
    bookerContact: z.enum(BOOKER_CONTACTS).openapi({
      description: 'What a booking asks for: an `email` address, or a phone number instead of it.',
      example: 'email',
    }),
  })
  .openapi('PublicAccount', { description: 'The public view of an account.' })

export type PublicAccount = z.infer<typeof PublicAccount>
