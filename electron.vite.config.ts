import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      // Only packages in `dependencies` of package.json are loaded from node_modules; all others are bundled. Bundling
      // a package of many modules, such as zod, shortens the start of the app by a fifth.
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'openapi-worker': 'src/main/openapi/worker/openapi-worker.ts',
          'query-worker': 'src/main/query-thread/query-worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  // A sandboxed preload is one CommonJS file with nothing to load beside it.
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [vue()],
    define: {
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      // Halves the bytes that are read and compiled before the first paint.
      minify: true,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        output: {
          // A file for each module that several views share would cause over a hundred requests before the first paint.
          codeSplitting: {
            groups: [
              { name: 'initial', tags: ['$initial'] },
              // The library for charts, of which only two views draw some. As a part of `shared`, every view would load
              // it.
              { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/ },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
      // The content security policy forbids scripts from `data:` URLs. Fonts and images stay files of the bundle, too.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
    },
  },
})
