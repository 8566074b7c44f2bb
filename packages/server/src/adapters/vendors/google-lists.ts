import {
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { type Json, type JsonCaller, unexpectedStatus } from './json-call.ts'

/** The maximum number of pages of a list, because a faulty answer may always name a next page. */
const MAX_PAGES = 40

/** Reads all pages of a list. It follows `nextPageToken`. */
export async function readPages(
  call: JsonCaller,
  access: VendorCall,
  url: URL,
): Promise<VendorAnswer<readonly Json[]>> {
  const pages: Json[] = []
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const answer = await call(access, { method: 'GET', url: url.href })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpectedStatus(answer)
    pages.push(answer.body)
    const { nextPageToken } = answer.body
    if (nextPageToken === undefined) return { kind: 'done', value: pages }
    url.searchParams.set('pageToken', String(nextPageToken))
  }
  return failure('too_large', `a list has more than ${MAX_PAGES} pages`)
}
