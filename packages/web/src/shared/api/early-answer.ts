/** A call that began before the code that makes it had loaded. */
let early: { readonly url: string; readonly answer: Promise<Response> } | undefined

/** How public pages call: without the dashboard's session cookie, since they never act as a signed-in user. */
export const PUBLIC_CALL = { credentials: 'omit', cache: 'no-store' } as const

/** Begins a call that the page is going to make. */
export function askEarly(url: string): void {
  const answer = fetch(url, PUBLIC_CALL)
  // Whoever takes the answer gets the error; nobody may take it.
  answer.catch(() => undefined)
  early = { url, answer }
}

/** The answer to a request that began early, once. Undefined if there is none, so that the request is to be sent. */
export function takeEarlyAnswer({ method, url }: Request): Promise<Response> | undefined {
  if (early === undefined || method !== 'GET' || early.url !== url) return undefined
  const { answer } = early
  early = undefined
  return answer
}
