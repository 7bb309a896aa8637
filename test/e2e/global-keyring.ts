// Playwright wants a default export; what it gives back runs after the last test.
export { setup as default } from '#test/keyring-global-setup.ts'
