import { openApiDocument } from '@holdfast/server/openapi'
import type { OpenApi } from './reference/openapi.ts'

/** The OpenAPI document of the server in this repository. */
export const readOpenApi = async (): Promise<OpenApi> => JSON.parse(await openApiDocument())
