import { openHttpFunction } from '../composition/aws/http.ts'

/** Answers HTTP behind API Gateway; opened while Lambda starts an instance, before its first request. */
export const handler = await openHttpFunction(process.env)
