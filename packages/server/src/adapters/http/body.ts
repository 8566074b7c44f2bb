import { type Checked, failed, passed } from './problem.ts'

/** The most bytes of a request body: the largest event type is a tenth of it. */
export const BODY_BYTES = 256 * 1024

// The patch format of PATCH bodies here is a JSON merge patch (RFC 7396): null removes a member.
const JSON_TYPES = new Set(['application/json', 'application/merge-patch+json'])

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body as it came, for the fingerprint of a request, and what it says. */
export interface JsonBody {
  readonly bytes: Uint8Array
  readonly value: unknown
}

const EMPTY: JsonBody = { bytes: new Uint8Array(0), value: {} }

// No `Connection: close`: the server would then cut off a client that is still sending before it
// reads this answer. It drops what still comes for half a second and closes only then.
const tooLarge = (): ReturnType<typeof failed> =>
  failed({
    code: 'payload_too_large',
    detail: `The body has more than ${BODY_BYTES} bytes.`,
  })

/** Reads at most `BODY_BYTES`, and leaves the rest of a larger body unread; undefined: it is larger. */
async function readStream(
  stream: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array | undefined> {
  if (stream === null) return EMPTY.bytes
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks, length)
    length += value.byteLength
    if (length > BODY_BYTES) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

function mediaTypeProblem(headers: Headers): ReturnType<typeof failed> | undefined {
  const given = headers.get('content-type')
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return failed({
      code: 'unsupported_media_type',
      detail: `Content-Encoding "${encoding}" is not read; send the body as it is.`,
    })
  }
  const [type = '', ...parameters] = (given ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => {
    const [name, value] = parameter.trim().split('=')
    return name !== 'charset' || value?.replaceAll('"', '') === 'utf-8'
  })
  if (JSON_TYPES.has(type.trim()) && isUtf8) return undefined
  return failed({
    code: 'unsupported_media_type',
    detail:
      given === null
        ? 'The body has no Content-Type; send "application/json".'
        : `Content-Type "${given}" is not read; send "application/json".`,
  })
}

/**
 * Reads a JSON body: at most 256 KB, declared as JSON, UTF-8. No body at all stands for `{}`. A
 * body that says beforehand that it is too large is not read.
 */
export async function readJson(request: Request): Promise<Checked<JsonBody>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > BODY_BYTES) return tooLarge()
  const bytes =
    declared === null ? await readStream(request.body) : new Uint8Array(await request.arrayBuffer())
  if (bytes === undefined) return tooLarge()
  if (bytes.byteLength === 0) return passed(EMPTY)
  const wrongType = mediaTypeProblem(request.headers)
  if (wrongType) return wrongType
  try {
    return passed({ bytes, value: JSON.parse(decoder.decode(bytes)) as unknown })
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    return failed({ code: 'malformed_json', detail: `The body is not JSON: ${why}.` })
  }
}
