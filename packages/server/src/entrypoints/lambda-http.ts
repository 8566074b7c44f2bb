import { openHttpFunction } from '../composition/aws/http.ts'

/** Serves HTTP behind API Gateway. Lambda opens it while starting an instance, before the first request. */
export const handler = await openHttpFunction(process.env)
