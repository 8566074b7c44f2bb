export { answerMcp, type McpHttpOptions } from './http.ts'
export { createHoldfastMcp, type HoldfastMcpOptions } from './server.ts'
export { type McpStdioOptions, serveMcpOverStdio } from './stdio.ts'
