import {
  BookerSignedIn,
  BookerSignInRequest,
  BookerSignInRequested,
  BookerSignInVerify,
} from '@holdfast/contracts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { instantText } from '../../kernel/representations.ts'
import { redeemBookerLink, requestBookerLink } from '../sign-in/sign-in-booker.ts'

const endpoint = endpointOf('Sign-in of bookers')
const access = 'public'

/** Endpoints by which bookers sign in with a mailed link. */
export const bookerSignInEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/public/sign-in',
    operationId: 'requestBookerSignIn',
    summary: 'Ask for a link to sign in as a booker',
    description:
      'Sends an email if the address is that of a contact of the account. The answer is the same for every address. The link leads to `/manage/a/{accountSlug}` and works once, for 15 minutes. A phone number is refused: no text messages are sent.',
    access,
    body: BookerSignInRequest,
    answers: {
      202: { description: 'Accepted.', schema: BookerSignInRequested, isNowhere: true },
    },
    problems: ['not_found', 'account_suspended'],
    perform: ({ caller, body }) => requestBookerLink(deps, caller, body),
    answer: () => json({}, 202),
  }),
  endpoint({
    method: 'post',
    path: '/v1/public/sign-in/verify',
    operationId: 'verifyBookerSignIn',
    summary: 'Sign in as a booker with a link',
    description:
      'Redeems the token in the fragment of a mailed link, `#token=…`. The `customerToken` in the response is valid for 30 days, as `Authorization: Bearer hb_…`. It ends at once if the person is erased or their email address is changed.',
    access,
    body: BookerSignInVerify,
    answers: { 200: { description: 'Signed in.', schema: BookerSignedIn } },
    problems: ['sign_in_invalid'],
    perform: ({ caller, body: { token } }) => redeemBookerLink(deps, caller, token),
    answer: ({ customerToken, expiresAtEpochSeconds }) =>
      json({ customerToken, expiresAt: instantText(expiresAtEpochSeconds) }),
  }),
]
