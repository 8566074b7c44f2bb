import type { SampleRequest } from '../samples/sample-request.ts'
import type { PlacedOperation } from './openapi.ts'

/** A value that a reader enters to try a call. */
export interface TrialField {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  /** What the field contains at first. Paths begin empty: an example names a resource that does not exist. */
  readonly value: string
  readonly example: string
  readonly isRequired: boolean
}

/** What the script of the page needs to try a call, as JSON in the page. */
export interface Trial {
  readonly summary: string
  readonly method: string
  /** The path as the document has it, with `{…}` for parameters. */
  readonly template: string
  readonly fields: readonly TrialField[]
  readonly needsKey: boolean
  readonly body?: { readonly mediaType: string; readonly text: string }
}

/**
 * Describes the form that tries an operation, from the request of its samples. Undefined for a stream of events, which does
 * not end.
 */
export function trialOf({ operation }: PlacedOperation, request: SampleRequest): Trial | undefined {
  if (request.isStream) return undefined
  const given = { path: request.pathParameters, query: request.query, header: request.headers }
  const fields = (operation.parameters ?? []).flatMap(({ name, in: place, required = false }) => {
    if (place === 'cookie') return []
    const example = given[place][name] ?? ''
    return [
      { name, in: place, value: place === 'path' ? '' : example, example, isRequired: required },
    ]
  })
  const { method, template, credential, body, file } = request
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2)
  const sent = text === undefined ? file : { mediaType: 'application/json', text }
  return {
    summary: operation.summary,
    method,
    template,
    fields,
    needsKey: credential !== undefined,
    ...(sent && { body: sent }),
  }
}
