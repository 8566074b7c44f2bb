const SHOWN_MILLISECONDS = 2_000

/** Adds a button to every code block that copies its text. */
export function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, SHOWN_MILLISECONDS)
    })
    block.append(button)
  }
}
