import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import type { IdentityRefusal } from '../refusals.ts'

/** What each refusal of the context is over HTTP. */
export const IDENTITY_PROBLEMS: ProblemsOf<IdentityRefusal> = {
  account_deleting: () => ({
    code: 'invalid_transition',
    detail: 'The account is being deleted. Nothing of it can be changed.',
  }),
  slug_taken: ({ code, slug }) => ({ code, detail: `The slug "${slug}" is already taken.` }),
  last_api_key: ({ code }) => ({
    code,
    detail: 'This is the last API key of the account. Create another one first.',
  }),
  member_exists: ({ code, email }) => ({
    code,
    detail: `The account already has a member with the address ${email}.`,
  }),
  member_active: ({ memberId }) => ({
    code: 'invalid_transition',
    detail: `The member "${memberId}" has signed in already and needs no invitation.`,
  }),
  no_person: () => ({
    code: 'invalid_transition',
    detail: 'An API key has no passkeys. Sign in as a member.',
  }),
  last_owner: ({ code }) => ({
    code,
    detail:
      'This is the last owner who can sign in. Make another member an owner first, and wait until they have signed in.',
  }),
  sign_in_invalid: ({ code }) => ({
    code,
    detail:
      'The link or passkey is unknown, expired or already used, or the link was requested in another browser. Start the sign-in again.',
  }),
}
