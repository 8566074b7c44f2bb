import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { emailText, localeText, nameText, oneOf } from './text.ts'

/** The roles of members, from the most to the least access. */
export const MEMBER_ROLES = ['owner', 'admin', 'scheduler', 'provider', 'viewer'] as const

/** The most providers that a member can be restricted to. */
export const MAX_MEMBER_PROVIDERS = 50

const memberName = () =>
  nameText().openapi({ description: 'The name of the person.', example: 'Ada Lovelace' })

const role = () =>
  oneOf(MEMBER_ROLES).openapi({
    description:
      '`owner`: everything, also other owners. `admin`: everything except owners. `scheduler`: all bookings, no settings. `provider`: the bookings, hours and settings of their own providers. `viewer`: reads.',
    example: 'scheduler',
  })

const PROVIDERS_ERROR = `must be a list of 1 to ${MAX_MEMBER_PROVIDERS} different provider ids`

/** The providers that a member or key is restricted to. */
export const restrictedProviderIds = () =>
  z
    .array(resourceId('provider'), { error: PROVIDERS_ERROR })
    .min(1, { error: PROVIDERS_ERROR })
    .max(MAX_MEMBER_PROVIDERS, { error: PROVIDERS_ERROR })
    .refine((ids) => new Set(ids).size === ids.length, { error: PROVIDERS_ERROR })

const PROVIDERS_RULE =
  'Required for the role `provider`, optional for `scheduler` and `viewer`, not allowed for `owner` and `admin`.'

/** `POST /v1/members`: invites a person. */
export const MemberCreate = z
  .strictObject({
    email: emailText().describe('The address to invite. The person signs in with it.'),
    name: memberName(),
    role: role(),
    providerIds: restrictedProviderIds()
      .optional()
      .openapi({
        description: `The only providers that the member sees. ${PROVIDERS_RULE}`,
      }),
    locale: localeText().optional().openapi({
      description: 'The language of the invitation. Default: the language of the account.',
    }),
  })
  .openapi('MemberCreate', { description: 'A person to invite to the account.' })

/** `PATCH /v1/members/{id}`: omitted fields keep their values. */
export const MemberPatch = z
  .strictObject({
    name: memberName().optional(),
    role: role().optional(),
    providerIds: restrictedProviderIds()
      .nullable()
      .optional()
      .openapi({
        description: `The only providers that the member sees. Null removes the restriction. ${PROVIDERS_RULE}`,
      }),
  })
  .openapi('MemberPatch', { description: 'Changes to a member. Omitted fields keep their values.' })

/** A person who can sign in to the account. */
export const Member = z
  .object({
    id: resourceId('member'),
    email: z.string().openapi({
      format: 'email',
      description: 'The address that the person signs in with, in lower case.',
      example: 'ada@example.com',
    }),
    name: z.string().openapi({ description: 'The name of the person.', example: 'Ada Lovelace' }),
    role: role(),
    providerIds: z.array(resourceId('provider')).nullable().openapi({
      description: 'The only providers that the member sees. Null: all.',
      example: null,
    }),
    status: oneOf(['invited', 'active']).openapi({
      description: '`invited` until the person signs in for the first time.',
      example: 'active',
    }),
    ...resourceFields,
  })
  .openapi('Member', { description: 'A person who can sign in to the account.' })

/** `GET /v1/members`. */
export const MemberListQuery = z.strictObject(pageQuery)

/** `GET /v1/members`. */
export const MemberList = listOf(Member, 'MemberList')

export type MemberRole = (typeof MEMBER_ROLES)[number]
export type MemberCreate = z.infer<typeof MemberCreate>
export type MemberPatch = z.infer<typeof MemberPatch>
export type Member = z.infer<typeof Member>
