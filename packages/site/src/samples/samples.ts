import type { PlacedOperation } from '../reference/openapi.ts'
import { curlSample } from './curl.ts'
import { goSample } from './go.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { reasonWithoutSamples, type SampleRequest, sampleRequest } from './sample-request.ts'
import { typescriptSample } from './typescript.ts'

/** A sample of an operation in one language. */
export interface Sample {
  /** The name of the language, for readers. */
  readonly title: string
  /** The name of its grammar, for the colors. */
  readonly language: 'sh' | 'ts' | 'py' | 'php' | 'go'
  readonly code: string
}

/** The request of an operation, and the samples that send it. */
export interface Samples {
  readonly request: SampleRequest
  readonly samples: readonly Sample[]
}

/** The samples of an operation. Undefined if only pages of the server can make the call. */
export function samplesOf(placed: PlacedOperation): Samples | undefined {
  if (reasonWithoutSamples(placed) !== undefined) return undefined
  const request = sampleRequest(placed)
  const parameters = placed.operation.parameters ?? []
  const named = (type: string) =>
    new Set(parameters.filter(({ schema }) => schema.type === type).map(({ name }) => name))
  const numeric = new Set([...named('integer'), ...named('number')])
  return {
    request,
    samples: [
      { title: 'curl', language: 'sh', code: curlSample(request) },
      {
        title: 'TypeScript',
        language: 'ts',
        code: typescriptSample(request, { numeric, lists: named('array') }),
      },
      { title: 'Python', language: 'py', code: pythonSample(request) },
      { title: 'PHP', language: 'php', code: phpSample(request) },
      { title: 'Go', language: 'go', code: goSample(request) },
    ],
  }
}
