import {
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { type Json, type JsonCaller, malformed, objectsOf, unexpectedStatus } from './json-call.ts'

/** The maximum number of pages of a list, because a faulty answer may always name a next page. */
const MAX_PAGES = 60
/** Asks Graph for times in UTC. */
export const UTC = { prefer: 'outlook.timezone="UTC"' }

/** Reads all items of a list. It follows `@odata.nextLink` only within the same API. */
export async function readItems(
  call: JsonCaller,
  access: VendorCall,
  api: string,
  first: string,
): Promise<VendorAnswer<readonly Json[]>> {
  const items: Json[] = []
  let url: unknown = first
  for (let count = 0; count < MAX_PAGES; count += 1) {
    // The access token must not be sent to another host.
    if (typeof url !== 'string' || !url.startsWith(`${api}/`))
      return malformed('the next page is at another host')
    const answer = await call(access, { method: 'GET', url, headers: UTC })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpectedStatus(answer)
    const page = objectsOf(answer.body.value)
    if (page === undefined) return malformed('a list has no items')
    items.push(...page)
    url = answer.body['@odata.nextLink']
    if (url === undefined) return { kind: 'done', value: items }
  }
  return failure('too_large', `a list has more than ${MAX_PAGES} pages`)
}
