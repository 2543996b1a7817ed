/* Shows the OpenAPI document of the API that served this page, in place of its contents, which are readable at once. */
const { base } = document.body.dataset;
const contents = document.getElementById('contents');
const loading = document.getElementById('loading');
loading.hidden = false;

/** Resolves once a script or stylesheet has loaded. */
const load = (element) =>
  new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

try {
  // After the contents are painted.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.all([
    load(Object.assign(document.createElement('script'), { src: `${base}/docs/swagger-ui-bundle.js` })),
    load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${base}/docs/swagger-ui.css` })),
  ]);
  window.SwaggerUIBundle({
    url: `${base}/openapi.json`,
    dom_id: '#reference',
    deepLinking: true,
    // Swagger UI leaves out operations of a large document that are all open at once.
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    persistAuthorization: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => contents.remove(),
  });
} catch {
  loading.textContent =
    'The reference could not be loaded. Load the page again; the endpoints are listed here meanwhile.';
}
