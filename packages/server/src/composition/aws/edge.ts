import { createEdgeSecret } from '../../adapters/lambda/edge-secret.ts'
import type { HttpHandlerOptions } from '../../adapters/lambda/http-event.ts'
import {
  createSecretReader,
  secretsManagerEndpoint,
} from '../../adapters/secrets-manager/read-secret.ts'
import { baseHeaders, toResponse } from '../../kernel/http/mount.ts'
import { type ProblemDetails, problemAnswer } from '../../kernel/http/problem.ts'
import { requestIdOf } from '../../kernel/http/request-id.ts'
import { ConfigError } from '../config.ts'
import type { AwsBase } from './base.ts'

const EDGE_REQUIRED: ProblemDetails = {
  code: 'edge_required',
  detail:
    'The request did not come through the public address of this server. Nothing was changed.',
}

/**
 * Opens the check that requests came through the distribution. Without its secret, none count as such. With
 * `HOLDFAST_REQUIRE_EDGE=on`, all others are refused; then a missing secret throws `ConfigError`.
 */
export function openEdge(
  env: Readonly<Record<string, string | undefined>>,
  base: AwsBase,
): Pick<HttpHandlerOptions, 'edge' | 'refuse'> {
  const { settings, secretValues, deps, logger } = base
  const secretId = settings.secrets.edge
  const current = secretValues.edge
  const isRequired = env.HOLDFAST_REQUIRE_EDGE === 'on'
  if (secretId === undefined || current === undefined) {
    if (!isRequired) return {}
    throw new ConfigError('HOLDFAST_EDGE_SECRET is not set. HOLDFAST_REQUIRE_EDGE=on needs it.')
  }
  const edge = createEdgeSecret({
    current,
    read: () => readValues(base, secretId),
    nowEpochMilliseconds: () => deps.clock.nowEpochMilliseconds(),
    onError: (err) => logger.warn({ err }, 'the edge secret cannot be read'),
  })
  return { edge, ...(isRequired && { refuse: refuseOutside(base) }) }
}

/** The current value of the secret and, after its first rotation, the previous one. */
async function readValues({ settings, at }: AwsBase, secretId: string): Promise<readonly string[]> {
  const endpoint = settings.endpoints.SECRETS_MANAGER ?? secretsManagerEndpoint(at.region)
  const reader = createSecretReader({ ...at, endpoint })
  try {
    const [current, previous] = await Promise.all([
      reader.read(secretId),
      reader.readPrevious(secretId),
    ])
    return [current, ...(previous === undefined ? [] : [previous])].map((value) => value.trim())
  } finally {
    await reader.close()
  }
}

/** Answers with 403, and a log line like that of any request. */
const refuseOutside =
  ({ settings, logger }: AwsBase) =>
  (request: Request): Response => {
    const requestId = requestIdOf(request.headers.get('x-request-id'))
    const answer = problemAnswer(EDGE_REQUIRED, requestId)
    const { status, problem } = answer
    const line = { requestId, method: request.method, route: 'outside', status, problem }
    logger.info({ ...line, milliseconds: 0 }, 'request')
    const { publicUrl } = settings
    const base = baseHeaders(publicUrl === undefined ? {} : { publicUrl })
    return toResponse(answer, { ...base, 'x-request-id': requestId, ...answer.headers })
  }
