import { ApiKeyCreate, ApiKeyCreated, ApiKeyList, pageQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { apiKeyRepresentation } from '../api-keys/api-key-representation.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys/api-keys.ts'
import { restrictingContext } from './restricting-context.ts'

const endpoint = accountEndpointOf('API keys')

/** Endpoints for the API keys of the caller's account. */
export const apiKeyEndpoints = (context: HttpContext): readonly AnyEndpoint[] => {
  const { deps, keyring, sessions } = context
  return [
    endpoint({
      method: 'post',
      path: '/v1/api-keys',
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'The secret is shown only in this response. The server stores only its hash. Without `scopes`, `providerIds` and `expiresAt`, the key has those of its creator. A key that a restricted key makes ends with it.',
      body: ApiKeyCreate,
      answers: { 201: { description: 'The API key with its secret.', schema: ApiKeyCreated } },
      problems: ['forbidden'],
      perform: ({ caller, body: { expiresAt, ...body } }) =>
        createApiKey(restrictingContext(context), caller, {
          ...body,
          ...(expiresAt !== undefined && { expiresAtEpochSeconds: secondsOf(expiresAt) }),
        }),
      answer: ({ apiKey, secret }) =>
        created({ ...apiKeyRepresentation(apiKey), secret }, `/v1/api-keys/${apiKey.id}`),
    }),
    endpoint({
      method: 'get',
      path: '/v1/api-keys',
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description: 'Without their secrets, which only the response to creation contains.',
      query: z.strictObject(pageQuery),
      answers: { 200: { description: 'A page of API keys.', schema: ApiKeyList } },
      perform: async ({ caller, query }) => ok(await listApiKeys(deps, caller, pageOf(query))),
      answer: (listed) => page(listed, apiKeyRepresentation),
    }),
    endpoint({
      method: 'delete',
      path: '/v1/api-keys/{id}',
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'Requests with the key get 401 from now on. Sessions that were opened with it end, and so do the keys that it made while it was restricted.',
      params: idParam('apiKey'),
      honoursIfMatch: true,
      answers: { 204: { description: 'The API key is revoked.' } },
      problems: ['last_api_key'],
      perform: async ({ caller, params }) => {
        const revoked = await revokeApiKey(deps, caller, params.id)
        keyring.clear()
        sessions.clear()
        return revoked
      },
      answer: noContent,
    }),
  ]
}
