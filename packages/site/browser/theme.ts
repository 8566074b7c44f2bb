// Runs before the page is shown. A reader who has chosen no scheme gets that of the system.
try {
  const chosen = localStorage.getItem('holdfast-docs-theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // The browser allows no storage.
}
