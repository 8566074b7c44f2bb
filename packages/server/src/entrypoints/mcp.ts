import { runAsProcess } from '../composition/command.ts'
import { MCP_USAGE, runMcp } from '../composition/mcp.ts'

await runAsProcess(runMcp, MCP_USAGE)
