import type { Trial, TrialField } from '../src/reference/trial.ts'

/** The response to a call, or why there is none. */
export interface Answer {
  /** `201 Created`, or what went wrong. */
  readonly title: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** What the reader entered besides the fields. */
export interface Entered {
  /** The address of the server, without a slash at its end. */
  readonly origin: string
  readonly key: string
  readonly body: string
}

/** The headers of a response that are about the call. The others are the same for all. */
const SHOWN = new Set(['content-type', 'etag', 'location', 'retry-after', 'x-request-id'])

const BODILESS = new Set(['GET', 'HEAD'])

/** The address of a call: every parameter of its path, and those of its query that are not empty. */
export function addressOf(template: string, fields: readonly TrialField[]): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      fields.find((field) => field.in === 'path' && field.name === name)?.value ?? '',
    ),
  )
  const query = new URLSearchParams(
    fields
      .filter((field) => field.in === 'query' && field.value !== '')
      .map(({ name, value }) => [name, value]),
  )
  return query.size === 0 ? path : `${path}?${query}`
}

/** The headers of a call: those of its fields that are not empty, the key and the type of the body. */
export function headersOf(
  { body }: Trial,
  fields: readonly TrialField[],
  key: string,
): Readonly<Record<string, string>> {
  const entered = fields.filter((field) => field.in === 'header' && field.value !== '')
  return {
    ...Object.fromEntries(entered.map(({ name, value }) => [name, value])),
    ...(key !== '' && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': body.mediaType }),
  }
}

/** Sends a call without cookies, so that it has no rights but those of the key. */
export async function callOf(
  trial: Trial,
  fields: readonly TrialField[],
  { origin, key, body }: Entered,
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}${addressOf(trial.template, fields)}`, {
      method: trial.method,
      headers: headersOf(trial, fields, key),
      credentials: 'omit',
      ...(trial.body && !BODILESS.has(trial.method) && { body }),
    })
    return {
      title: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers].filter(([name]) => SHOWN.has(name)),
      body: await response.text(),
    }
  } catch (error) {
    return { title: `No response: ${String(error)}`, headers: [], body: '' }
  }
}

/** The response as text: its headers, then its body. JSON is indented. */
export function textOf({ headers, body }: Answer): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return `${lines}\n\n${indented(body)}`.trim()
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
