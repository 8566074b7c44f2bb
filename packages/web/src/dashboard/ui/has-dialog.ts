/** Whether a dialog is open, whose edits another one would lose. */
export const hasDialog = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
