import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from './answer.ts'
import { preferredEncoding } from './encodings.ts'

/** Smaller bodies fit one packet anyway. */
const MIN_BYTES = 1024

// A month of slots, 69 KB, becomes 2 KB in 1.6 ms; level 7 takes 10 ms for the same size.
const BROTLI_LEVEL = 4
const GZIP_LEVEL = 6

const TEXT = /^text\/(?!event-stream)|[/+]json\b/

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Compresses the body of an answer if the client accepts that, outside of the main thread. Streams, small
 * bodies, binary data and bodies that are compressed already are returned unchanged.
 */
export async function compressAnswer(
  answer: Answer,
  acceptEncoding: string | undefined,
): Promise<Answer> {
  const { body, headers } = answer
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return answer
  const isSmall = body.length < MIN_BYTES
  if (isSmall || headers['content-encoding'] || !TEXT.test(headers['content-type'] ?? '')) {
    return answer
  }
  const encoding = preferredEncoding(acceptEncoding)
  const vary = { vary: 'accept-encoding' }
  if (encoding === undefined) return { ...answer, headers: { ...headers, ...vary } }
  const plain = typeof body === 'string' ? Buffer.from(body) : body
  const compressed =
    encoding === 'br'
      ? await brotliAsync(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        })
      : await gzipAsync(plain, { level: GZIP_LEVEL })
  return {
    ...answer,
    body: compressed,
    headers: { ...headers, ...vary, 'content-encoding': encoding },
  }
}
