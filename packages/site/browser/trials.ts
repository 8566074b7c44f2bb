/** Prepares the forms that try calls. Their code is loaded when the first one is opened. */
export function addTrials(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('[data-trial]')) {
    const open = async () => {
      const { showTrial } = await import('./trial-form.ts')
      showTrial(details)
    }
    details.addEventListener('toggle', () => void open(), { once: true })
    details.hidden = false
  }
}
