import {
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { type Caller, type Json, listOf, odd, unexpected } from './json-call.ts'

/** Pages of one list at most: an answer that always names a next page must end. */
const MOST_PAGES = 60
/** Lets Graph give times in UTC. */
export const UTC = { prefer: 'outlook.timezone="UTC"' }

/** Reads all items of a list; `@odata.nextLink` leads on, at the same API alone. */
export async function itemsOf(
  call: Caller,
  using: VendorCall,
  api: string,
  first: string,
): Promise<VendorAnswer<readonly Json[]>> {
  const items: Json[] = []
  let url: unknown = first
  for (let count = 0; count < MOST_PAGES; count += 1) {
    // The token must go nowhere else, whatever an answer says.
    if (typeof url !== 'string' || !url.startsWith(`${api}/`)) return odd('a next page elsewhere')
    const answer = await call(using, { method: 'GET', url, headers: UTC })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpected(answer)
    const page = listOf(answer.body.value)
    if (page === undefined) return odd('a list without its items')
    items.push(...page)
    url = answer.body['@odata.nextLink']
    if (url === undefined) return { kind: 'done', value: items }
  }
  return failure('too_large', `it has more than ${MOST_PAGES} pages`)
}
