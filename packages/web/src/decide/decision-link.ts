import { pathParts } from '../shared/page-path.ts'

/** The link in the email: `/decide/{bookingId}#token=…&action=…`. */
export interface DecisionLink {
  readonly bookingId: string
  /** Browsers do not send the fragment to the server; a header and the body carry the token. */
  readonly token: string
  /** The link that was followed. It only prepares the page: nothing happens before a click. */
  readonly action: 'approve' | 'decline'
}

/** Reads the link from the address of the page. */
export function readDecisionLink(): DecisionLink {
  const fragment = new URLSearchParams(location.hash.slice(1))
  return {
    bookingId: pathParts[1] ?? '',
    token: fragment.get('token') ?? '',
    action: fragment.get('action') === 'decline' ? 'decline' : 'approve',
  }
}
