import {
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { type Caller, type Json, unexpected } from './json-call.ts'

/** Pages of one list at most: an answer that always names a next page must end. */
const MOST_PAGES = 40

/** Reads all pages of a list; `nextPageToken` leads on. */
export async function pagesOf(
  call: Caller,
  using: VendorCall,
  url: URL,
): Promise<VendorAnswer<readonly Json[]>> {
  const pages: Json[] = []
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const answer = await call(using, { method: 'GET', url: url.href })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpected(answer)
    pages.push(answer.body)
    const { nextPageToken } = answer.body
    if (nextPageToken === undefined) return { kind: 'done', value: pages }
    url.searchParams.set('pageToken', String(nextPageToken))
  }
  return failure('too_large', `it has more than ${MOST_PAGES} pages`)
}
