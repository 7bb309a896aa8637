// Playwright needs a default export. The function that it returns runs after the last test.
export { setup as default } from '#test/memory-folder-global-setup.ts'
