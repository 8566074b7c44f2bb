import type { Visitor } from '../../support/browsers/visitor.ts'
import { API_KEY } from '../../support/cluster.ts'

/** Signs a visitor in to the dashboard with the key of the account. */
export async function signInByKey(visitor: Visitor, url: string): Promise<void> {
  await visitor.open(`${url}/dashboard`)
  await visitor.see(/sign in with a key/)
  await visitor.execute("for (const each of document.querySelectorAll('details')) each.open = true")
  await visitor.fill(/^API key$/, API_KEY)
  await visitor.click('button', /^Sign in with this key$/)
  await visitor.see(/Sign out/)
}
