/** Stops `npm start` on a Node that cannot run the sources. JavaScript, because an old Node runs it. */
const NEEDED = 24

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Holdfast runs on Node ${NEEDED}, and this is Node ${process.versions.node}. The install contains Node ${NEEDED} for Linux (x64, arm64) and Windows (x64), unless optional packages are omitted. On other systems, install Node ${NEEDED} and start again.`,
  )
  process.exit(1)
}
